//! QR codes.

use crate::error::CompanionError;
use crate::wire::QrCode;
use qrcode::{Color, EcLevel};

/// Draws a text. A quarter of the code may be lost to glare on the screen (level Q of ISO/IEC 18004).
///
/// # Errors
/// When the text is too long.
pub fn qr_code(text: &str) -> Result<QrCode, CompanionError> {
    let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::Q)?;
    let modules = code.to_colors();
    let digit = |module: &Color| if *module == Color::Dark { '1' } else { '0' };
    Ok(QrCode { rows: modules.chunks(code.width()).map(|row| row.iter().map(digit).collect()).collect() })
}
