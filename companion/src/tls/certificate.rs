//! The certificate of this installation: made by the app itself, so a browser warns about it once.

use crate::error::CompanionError;
use rcgen::{
    CertificateParams, DnType, ExtendedKeyUsagePurpose, KeyPair, KeyUsagePurpose, PKCS_ECDSA_P256_SHA256,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use x509_parser::extensions::GeneralName;
use x509_parser::parse_x509_certificate;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// iOS refuses certificates for servers that are valid for longer (support.apple.com/HT210176).
const LONGEST_DAYS: u32 = 825;
/// A certificate with less time left is renewed when phones are switched on.
const RENEWED_BEFORE_DAYS: u32 = 30;
/// Addresses of earlier networks that a renewed certificate still names.
const MAX_ADDRESSES: usize = 16;

/// A certificate for the server and its private key, as PEM. Its key is ECDSA on P-256; it names addresses and
/// `localhost`, and is not an authority: accepting it lets nobody vouch for other sites.
#[derive(Clone)]
pub struct Certificate {
    cert_pem: String,
    key_pem: String,
    der: Vec<u8>,
    addresses: Vec<IpAddr>,
    expires: SystemTime,
}

impl Certificate {
    /// Makes a certificate for these addresses, valid from a day before `now` (a phone's clock may be behind).
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn generate(addresses: &[IpAddr], now: SystemTime) -> Result<Self, CompanionError> {
        let names: Vec<String> =
            addresses.iter().map(IpAddr::to_string).chain(["localhost".to_owned()]).collect();
        let mut params = CertificateParams::new(names)?;
        let since_1970 = now.duration_since(UNIX_EPOCH).unwrap_or_default().saturating_sub(DAY);
        params.not_before = rcgen::date_time_ymd(1970, 1, 1) + since_1970;
        params.not_after = params.not_before + DAY * LONGEST_DAYS;
        params.distinguished_name.push(DnType::CommonName, "Ironclad Table (this computer)");
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256)?;
        let certificate = params.self_signed(&key)?;
        Self::from_pem(&certificate.pem(), &key.serialize_pem())
    }

    /// Reads a stored certificate and its key.
    ///
    /// # Errors
    /// When either can't be read, or they don't belong together.
    pub fn from_pem(cert: &str, key: &str) -> Result<Self, CompanionError> {
        let unusable = |why: String| CompanionError::StoredCertificate(why);
        let der =
            CertificateDer::from_pem_slice(cert.as_bytes()).map_err(|error| unusable(error.to_string()))?;
        let (_, parsed) = parse_x509_certificate(&der).map_err(|error| unusable(error.to_string()))?;
        let private_key = KeyPair::from_pem(key).map_err(|error| unusable(error.to_string()))?;
        if parsed.public_key().subject_public_key.data != private_key.public_key_raw() {
            return Err(unusable("its key belongs to another certificate".to_owned()));
        }
        let names = parsed.subject_alternative_name().map_err(|error| unusable(error.to_string()))?;
        let addresses =
            names.iter().flat_map(|names| &names.value.general_names).filter_map(address_of).collect();
        let expires_s = u64::try_from(parsed.validity().not_after.timestamp()).unwrap_or_default();
        Ok(Self {
            cert_pem: cert.to_owned(),
            key_pem: key.to_owned(),
            addresses,
            expires: UNIX_EPOCH + Duration::from_secs(expires_s),
            der: der.to_vec(),
        })
    }

    /// A new certificate if this one ends within 30 days or misses one of these addresses; otherwise none, and phones
    /// that have accepted this one are not warned again. The new one keeps the addresses of this one, so that two
    /// networks used in turn need only one renewal.
    ///
    /// # Errors
    /// As [`Certificate::generate`].
    pub fn renewed_for(&self, addresses: &[IpAddr], now: SystemTime) -> Result<Option<Self>, CompanionError> {
        let missing = addresses.iter().any(|address| !self.addresses.contains(address));
        if !missing && self.expires > now + DAY * RENEWED_BEFORE_DAYS {
            return Ok(None);
        }
        let earlier = self.addresses.iter().filter(|address| !addresses.contains(address));
        let all: Vec<IpAddr> = addresses.iter().chain(earlier).copied().take(MAX_ADDRESSES).collect();
        Self::generate(&all, now).map(Some)
    }

    /// The certificate, to be stored.
    pub fn cert_pem(&self) -> &str {
        &self.cert_pem
    }

    /// Its private key, to be stored where only this user can read it.
    pub fn key_pem(&self) -> &str {
        &self.key_pem
    }

    /// The SHA-256 fingerprint in hexadecimal pairs with colons, as browsers show it.
    pub fn fingerprint(&self) -> String {
        let pairs: Vec<String> = Sha256::digest(&self.der).iter().map(|byte| format!("{byte:02X}")).collect();
        pairs.join(":")
    }

    /// The certificate as TLS sends it.
    pub(crate) fn der(&self) -> CertificateDer<'static> {
        self.der.clone().into()
    }

    /// The key as TLS uses it.
    ///
    /// # Errors
    /// Never for a key that [`Certificate::from_pem`] has read.
    pub(crate) fn private_key(&self) -> Result<PrivateKeyDer<'static>, CompanionError> {
        PrivateKeyDer::from_pem_slice(self.key_pem.as_bytes())
            .map_err(|error| CompanionError::StoredCertificate(error.to_string()))
    }
}

fn address_of(name: &GeneralName<'_>) -> Option<IpAddr> {
    let GeneralName::IPAddress(bytes) = name else { return None };
    let v4 = <[u8; 4]>::try_from(*bytes).map(|bytes| IpAddr::V4(Ipv4Addr::from(bytes)));
    v4.or_else(|_| <[u8; 16]>::try_from(*bytes).map(|bytes| IpAddr::V6(Ipv6Addr::from(bytes)))).ok()
}
