//! The certificate of this installation: kept, so that a phone whose player has accepted it is not warned again.

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::Trouble;
use companion::Certificate;
use disk::{write_private, write_whole};
use std::net::IpAddr;
use std::time::SystemTime;

/// The kept certificate, or a new one where there is none that can be used at this address now.
///
/// # Errors
/// When none can be made or kept.
pub fn certificate(folder: &AppFolder, address: IpAddr, now: SystemTime) -> Result<Certificate, Trouble> {
    let made = match kept(folder) {
        Some(kept) => match kept.renewed_for(&[address], now)? {
            Some(renewed) => renewed,
            None => return Ok(kept),
        },
        None => Certificate::generate(&[address], now)?,
    };
    // A certificate beside another one's key, after a crash between the two, can't be read and is replaced.
    write_private(&folder.phones_key(), made.key_pem().as_bytes())?;
    write_whole(&folder.phones_certificate(), made.cert_pem().as_bytes())?;
    Ok(made)
}

/// The kept certificate; `None` if there is none, or it can't be read.
fn kept(folder: &AppFolder) -> Option<Certificate> {
    let certificate = std::fs::read_to_string(folder.phones_certificate()).ok()?;
    let key = std::fs::read_to_string(folder.phones_key()).ok()?;
    Certificate::from_pem(&certificate, &key).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::time::Duration;

    #[test]
    fn a_certificate_is_kept_until_it_can_no_longer_serve() {
        let outside = tempfile::tempdir().unwrap();
        let folder = AppFolder::open(Some(outside.path().to_owned())).unwrap();
        let (home, club) = ([192, 168, 1, 20], [10, 0, 0, 7]);
        let now = SystemTime::now();
        let at = |address: [u8; 4], days: u64| {
            let later = now + Duration::from_secs(days * 24 * 60 * 60);
            certificate(&folder, IpAddr::V4(Ipv4Addr::from(address)), later).unwrap().fingerprint()
        };
        let first = at(home, 0);
        assert_eq!(at(home, 100), first, "phones that accepted it are not warned again");
        let both = at(club, 101);
        assert_ne!(both, first, "it does not name this address");
        assert_eq!(at(home, 102), both, "the new one names both");
        let renewed = at(home, 101 + 810);
        assert_ne!(renewed, both, "it had nearly ended");
        std::fs::write(folder.phones_key(), "no key").unwrap();
        assert_ne!(at(home, 912), renewed, "a spoilt key is replaced");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = folder.phones_key().metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "only the user reads the key");
        }
    }
}
