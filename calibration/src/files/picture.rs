//! Picture files: everything that can be wrong with one is found before it is decoded.

use opencv::{core::Mat, core::Vector, imgcodecs, prelude::*};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The largest picture that is read, pixels: a larger one is a mistake or an attack, never a photograph of a table.
pub const MOST_PIXELS: u64 = 50_000_000;

/// The largest file that is read, bytes: fifty megapixels never need more.
const MOST_BYTES: u64 = 400_000_000;

/// The most scans of a JPEG: a progressive one has about ten, and its thumbnail may have as many.
const MOST_SCANS: usize = 24;

/// The first bytes of a JPEG: the start of the image and of the next marker.
const JPEG_BEGINS: [u8; 3] = [0xFF, 0xD8, 0xFF];

/// A picture's size in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PictureSize {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl std::fmt::Display for PictureSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Why a picture can't be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PictureError {
    /// The file can't be opened or read.
    #[error("The picture {} can't be read ({reason}): check the name and that you may open it.", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        reason: String,
    },
    /// The file is neither JPEG nor PNG.
    #[error("{} is not a JPEG or PNG picture: choose a photograph from the camera.", path.display())]
    NotAPicture {
        /// The file.
        path: PathBuf,
    },
    /// The file begins as a picture, but is cut short or damaged.
    #[error("The picture {} is cut short or damaged: copy it from the camera again.", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// More pixels than [`MOST_PIXELS`].
    #[error(
        "The picture {} has {size} pixels, which is over 50 megapixels: make it smaller or photograph again at a lower resolution.",
        path.display()
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size according to its header.
        size: PictureSize,
    },
}

/// Reads a picture in colour (8-bit BGR), with its pixels as the sensor delivered them: an orientation tag does not
/// turn them, as the lens belongs to the sensor.
///
/// The header's size is checked before anything is decoded.
pub fn read_picture(path: &Path) -> Result<Mat, PictureError> {
    let unreadable = |error: std::io::Error| PictureError::Unreadable {
        path: path.to_owned(),
        reason: plain_reason(&error),
    };
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if about.is_dir() {
        return Err(PictureError::Unreadable { path: path.to_owned(), reason: "it is a folder".into() });
    }
    if !about.is_file() || about.len() > MOST_BYTES {
        return Err(PictureError::NotAPicture { path: path.to_owned() });
    }
    decode_picture(&std::fs::read(path).map_err(unreadable)?, path)
}

/// Decodes a picture that is already in memory; `path` only names it in errors.
pub fn decode_picture(bytes: &[u8], path: &Path) -> Result<Mat, PictureError> {
    let damaged = || PictureError::Damaged { path: path.to_owned() };
    let header = match Header::of(bytes) {
        Header::Foreign => return Err(PictureError::NotAPicture { path: path.to_owned() }),
        Header::Damaged => return Err(damaged()),
        Header::Good { size, whole } => (size, whole),
    };
    let (size, whole) = header;
    if u64::from(size.width) * u64::from(size.height) > MOST_PIXELS {
        return Err(PictureError::TooLarge { path: path.to_owned(), size });
    }
    if !whole {
        return Err(damaged());
    }
    let flags = imgcodecs::IMREAD_COLOR | imgcodecs::IMREAD_IGNORE_ORIENTATION;
    let picture = imgcodecs::imdecode(&Vector::<u8>::from_slice(bytes), flags).map_err(|_| damaged())?;
    if picture.empty() || picture_size(&picture) != size {
        return Err(damaged());
    }
    Ok(picture)
}

/// The size of a JPEG according to its header, before anything is decoded; `None` if it is no JPEG, is cut short, or has
/// more scans than a camera makes (a decoder works through the whole picture for each, however few bytes it has).
pub fn jpeg_size(bytes: &[u8]) -> Option<PictureSize> {
    match Header::of(bytes) {
        Header::Good { size, whole: true } if bytes.starts_with(&JPEG_BEGINS) => {
            let scans = bytes.windows(2).filter(|marker| *marker == [0xFF, 0xDA]).count();
            (scans <= MOST_SCANS).then_some(size)
        }
        _ => None,
    }
}

/// The size of a decoded picture.
pub fn picture_size(picture: &Mat) -> PictureSize {
    PictureSize { width: picture.cols().unsigned_abs(), height: picture.rows().unsigned_abs() }
}

/// The operating system's reason, without its error number.
pub(crate) fn plain_reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        std::io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".into(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_lowercase()
        }
    }
}

/// What the first bytes of a file say.
///
/// `imagesize` 0.15 was compared on a JPEG and a PNG cut at every byte, and on 40,000 with a damaged byte: it reads the
/// same sizes, except that it refuses a JPEG with fill bytes before a marker, which the standard allows and OpenCV reads,
/// and takes any first chunk of a PNG for the header. `zune-jpeg` 0.5 refuses markers without a length there.
enum Header {
    /// Neither JPEG nor PNG.
    Foreign,
    /// JPEG or PNG, but no size can be read from it.
    Damaged,
    /// A picture of this size; `whole` is false when its end is missing.
    Good { size: PictureSize, whole: bool },
}

impl Header {
    fn of(bytes: &[u8]) -> Self {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Self::of_png(bytes)
        } else if bytes.starts_with(&JPEG_BEGINS) {
            Self::of_jpeg(bytes)
        } else {
            Self::Foreign
        }
    }

    /// PNG (ISO/IEC 15948): the first chunk is IHDR, width and height its first eight bytes.
    fn of_png(bytes: &[u8]) -> Self {
        let word = |at: usize| bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_be_bytes);
        match (bytes.get(12..16), word(16), word(20)) {
            (Some(b"IHDR"), Some(width), Some(height)) if width > 0 && height > 0 => Self::Good {
                size: PictureSize { width, height },
                whole: bytes.windows(4).rev().take(4096).any(|tail| tail == b"IEND"),
            },
            _ => Self::Damaged,
        }
    }

    /// JPEG (ITU-T T.81, annex B): segments up to the start of frame, which holds height and width. Fill bytes (B.1.1.2)
    /// and markers without a length may stand between them.
    fn of_jpeg(bytes: &[u8]) -> Self {
        let mut at = 2;
        loop {
            let Some(&[0xFF, marker]) = bytes.get(at..at + 2) else { return Self::Damaged };
            if marker == 0xFF || (0xD0..=0xD7).contains(&marker) || marker == 0x01 {
                at += if marker == 0xFF { 1 } else { 2 };
                continue;
            }
            let Some(&[high, low]) = bytes.get(at + 2..at + 4) else { return Self::Damaged };
            let length = usize::from(u16::from_be_bytes([high, low]));
            // C4, C8 and CC are tables and extensions that share the range of the frame markers.
            if (0xC0..=0xCF).contains(&marker) && ![0xC4, 0xC8, 0xCC].contains(&marker) {
                let Some(&[h1, h0, w1, w0]) = bytes.get(at + 5..at + 9) else { return Self::Damaged };
                let size = PictureSize {
                    width: u32::from(u16::from_be_bytes([w1, w0])),
                    height: u32::from(u16::from_be_bytes([h1, h0])),
                };
                if size.width == 0 || size.height == 0 {
                    return Self::Damaged;
                }
                let whole = bytes
                    .get(at..)
                    .is_some_and(|rest| rest.windows(2).rev().any(|tail| tail == [0xFF, 0xD9]));
                return Self::Good { size, whole };
            }
            // The scan or the end before any frame: there is no size.
            if length < 2 || marker == 0xD9 || marker == 0xDA {
                return Self::Damaged;
            }
            at += 2 + length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencv::core::{CV_8UC3, Scalar};

    fn encoded(extension: &str) -> Vec<u8> {
        let picture =
            Mat::new_rows_cols_with_default(30, 40, CV_8UC3, Scalar::new(200.0, 90.0, 10.0, 0.0)).unwrap();
        let mut bytes = Vector::new();
        imgcodecs::imencode(extension, &picture, &mut bytes, &Vector::new()).unwrap();
        bytes.to_vec()
    }

    fn decode(bytes: &[u8]) -> Result<PictureSize, PictureError> {
        decode_picture(bytes, Path::new("shot.jpg")).map(|picture| picture_size(&picture))
    }

    #[test]
    fn jpeg_and_png_are_read() {
        for extension in [".jpg", ".png"] {
            assert_eq!(decode(&encoded(extension)), Ok(PictureSize { width: 40, height: 30 }));
        }
    }

    #[test]
    fn a_jpeg_with_fill_bytes_or_lone_markers_is_read() {
        let bytes = encoded(".jpg");
        let frame = bytes.windows(2).position(|two| two == [0xFF, 0xC0]).unwrap();
        for between in [&[0xFF][..], &[0xFF; 5], &[0xFF, 0xD0], &[0xFF, 0x01]] {
            let longer = [&bytes[..frame], between, &bytes[frame..]].concat();
            assert_eq!(decode(&longer), Ok(PictureSize { width: 40, height: 30 }), "{between:x?}");
        }
    }

    #[test]
    fn a_picture_cut_anywhere_is_refused() {
        for extension in [".jpg", ".png"] {
            let bytes = encoded(extension);
            for kept in [0, 1, 5, 9, 20, bytes.len() / 2, bytes.len() - 14] {
                assert!(decode(&bytes[..kept]).is_err(), "{extension} cut to {kept}");
            }
        }
    }

    #[test]
    fn a_huge_header_is_refused_before_decoding() {
        let mut bytes = encoded(".png");
        bytes[16..20].copy_from_slice(&100_000_u32.to_be_bytes());
        bytes[20..24].copy_from_slice(&100_000_u32.to_be_bytes());
        let error = decode(&bytes).unwrap_err();
        assert!(matches!(error, PictureError::TooLarge { .. }), "{error}");
        assert!(error.to_string().contains("100000x100000"), "{error}");
    }

    #[test]
    fn other_files_are_no_pictures() {
        let error = decode(b"{\"fx\": 1}").unwrap_err();
        assert!(matches!(error, PictureError::NotAPicture { .. }), "{error}");
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(read_picture(folder.path()), Err(PictureError::Unreadable { .. })));
        let missing = read_picture(&folder.path().join("none.jpg")).unwrap_err();
        assert!(missing.to_string().contains("no such file"), "{missing}");
    }
}
