//! Photographs for a page to send: small, and without the camera file's metadata.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// The longest side of a photograph in a report, pixels.
const LONGEST_PX: u32 = 1_280;
const QUALITY: u8 = 80;
/// The memory limit for decoding a photograph: 8,000 x 8,000 pixels and some reserve.
const MEMORY_BYTES: u64 = 256 << 20;

/// A photograph of a page.
#[derive(Debug)]
pub(crate) struct Photograph {
    /// The picture, reduced, as a `data:` URI.
    pub(crate) uri: String,
    /// Its width and height before it was reduced, pixels.
    pub(crate) size_px: (u32, u32),
}

/// A photograph, reduced; none where it is not a readable JPEG.
pub(crate) fn photograph(jpeg: &[u8]) -> Option<Photograph> {
    let mut reader = ImageReader::with_format(Cursor::new(jpeg), ImageFormat::Jpeg);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_BYTES);
    (limits.max_image_width, limits.max_image_height) = (Some(16_000), Some(16_000));
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let size_px = (picture.width(), picture.height());
    let small = if picture.width().max(picture.height()) > LONGEST_PX {
        picture.resize(LONGEST_PX, LONGEST_PX, FilterType::Triangle)
    } else {
        picture
    };
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(&small.to_rgb8()).ok()?;
    let uri = format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes));
    Some(Photograph { uri, size_px })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::RgbImage;

    fn jpeg(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        JpegEncoder::new(&mut bytes).encode_image(&RgbImage::new(width, height)).unwrap();
        bytes
    }

    #[test]
    fn a_large_photograph_is_made_small() {
        let large = photograph(&jpeg(1_920, 1_080)).unwrap();
        assert_eq!(large.size_px, (1_920, 1_080));
        let bytes = STANDARD.decode(large.uri.strip_prefix("data:image/jpeg;base64,").unwrap()).unwrap();
        let again = image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg).unwrap();
        assert_eq!((again.width(), again.height()), (1_280, 720));
    }

    #[test]
    fn what_is_no_photograph_is_left_out() {
        assert!(photograph(b"<svg onload=alert(1)>").is_none());
        assert!(photograph(&jpeg(64, 64)[..200]).is_none());
    }
}
