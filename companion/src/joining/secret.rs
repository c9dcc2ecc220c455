//! Random secrets: the invitation's key and the sessions' tokens.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use subtle::ConstantTimeEq;

/// The SHA-256 of a secret, which is all that is kept of a session's token.
pub type SecretHash = [u8; 32];

/// `BYTES` random bytes from the system, written as hexadecimal digits.
#[derive(Clone)]
pub struct Secret<const BYTES: usize>(String);

impl<const BYTES: usize> Secret<BYTES> {
    /// A new one.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().fold(String::with_capacity(2 * BYTES), |mut text, byte| {
            // Writing to a String can't fail.
            let _ = write!(text, "{byte:02x}");
            text
        })))
    }

    /// The secret as it is shown or sent once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether a text is this secret, in a time that does not depend on how much of it is right.
    pub fn matches(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }

    /// Its hash.
    pub fn hash(&self) -> SecretHash {
        Self::hash_of(&self.0)
    }

    /// The hash of a text that may be such a secret.
    pub fn hash_of(text: &str) -> SecretHash {
        Sha256::digest(text.as_bytes()).into()
    }
}
