//! What every answer carries, and what is checked of every request.

use crate::support::TestServer;
use crate::support::client::Client;
use crate::support::phone::{Phone, Transport, ask_to_join, open_socket};
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode};
use companion::Certificate;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, SystemTime};
use x509_parser::parse_x509_certificate;

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_the_strict_headers() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Events).await;
    let refused = server.client.request("POST", "/api/join", "", "x");
    let answers = [
        server.client.get("/", "").await,
        server.client.get("/assets/large.js", "").await,
        server.client.get("/api/state", &phone.cookie).await,
        server.client.get("/api/photo/2", &phone.cookie).await,
        server.client.get("/nothing", "").await,
        server.client.get("/api/state", "").await,
        server.client.send(refused).await.unwrap(),
    ];
    for got in answers {
        let policy = got.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ] {
            assert!(policy.contains(part), "{part}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(got.header("x-content-type-options"), "nosniff");
        assert_eq!(got.header("referrer-policy"), "no-referrer");
        assert_eq!(got.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(got.header("cross-origin-resource-policy"), "same-origin");
        assert!(got.header("permissions-policy").starts_with("camera=(self)"));
        assert!(got.header("access-control-allow-origin").is_empty());
        let caching = got.header("cache-control");
        assert!(
            caching == "no-store" || got.body.len() > 1_000_000 && caching.contains("immutable"),
            "{caching}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_this_origin_and_host_are_answered() {
    let server = TestServer::start();
    let phone = Phone::seated(&server, "Ann", "union", Transport::Events).await;
    let call = json!({ "id": "1", "call": { "call": "remark", "about": 1, "text": "x", "private": false } })
        .to_string();
    let own = server.client.origin();
    let foreign = ["https://evil.example", "null", &*own.replace("https", "http"), &*format!("{own}1"), ""];
    for origin in foreign {
        for path in ["/api/calls", "/api/join", "/api/seats", "/api/camera?number=1&full=true"] {
            let mut request = server.client.request("POST", path, &phone.cookie, call.clone());
            request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
            let got = server.client.send(request).await.unwrap();
            assert_eq!(got.status, StatusCode::FORBIDDEN, "{origin} {path}");
        }
        let opened = open_socket(&server.client, &phone.cookie, origin).await;
        assert!(opened.unwrap_err().to_string().contains("403"), "{origin}");
        let mut request = server.client.request("GET", "/api/events", &phone.cookie, Body::empty());
        request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
        assert_eq!(server.client.send(request).await.unwrap().status, StatusCode::FORBIDDEN, "{origin}");
    }
    let mut request = server.client.request("POST", "/api/calls", &phone.cookie, call);
    request.headers_mut().remove("origin");
    assert_eq!(server.client.send(request).await.unwrap().status, StatusCode::FORBIDDEN);
    assert!(server.table.carried_out().is_empty());
    assert!(server.companion.view().alarms[0].contains("website"), "{:?}", server.companion.view().alarms);

    for host in ["evil.example", "127.0.0.1", "localhost"] {
        let mut request = server.client.request("GET", "/", "", Body::empty());
        request.headers_mut().insert("host", HeaderValue::from_static(host));
        assert_eq!(
            server.client.send(request).await.unwrap().status,
            StatusCode::MISDIRECTED_REQUEST,
            "{host}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_built_files_are_served() {
    let server = TestServer::start();
    let front = server.client.get("/", "").await;
    assert_eq!((front.status, front.header("content-type")), (StatusCode::OK, "text/html"));
    assert_eq!(server.client.get("/phone.html", "").await.status, StatusCode::OK);
    for path in [
        "/../etc/passwd",
        "/assets/../phone.html",
        "/assets/%2e%2e/phone.html",
        "/.env",
        "//etc/passwd",
        "/api/none",
        "/a%00b",
    ] {
        let got = server.client.get(path, "").await;
        assert_eq!(got.status, StatusCode::NOT_FOUND, "{path}: {got:?}");
    }
    let long = format!("/{}", "x".repeat(3000));
    assert_eq!(server.client.get(&long, "").await.status, StatusCode::URI_TOO_LONG);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_certificate_is_this_servers() {
    let server = TestServer::start();
    let certificate = Certificate::generate(&[IpAddr::V4(Ipv4Addr::LOCALHOST)], SystemTime::now()).unwrap();
    let stranger = Client::trusting(certificate.cert_pem(), server.client.address);
    assert!(stranger.tls().await.is_err(), "a client that trusts another certificate is not connected");
    let server_certificate =
        Certificate::generate(&[IpAddr::V4(Ipv4Addr::LOCALHOST)], SystemTime::now()).unwrap();
    assert_ne!(server_certificate.fingerprint(), certificate.fingerprint());
    assert!(server.client.tls().await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_and_keys_are_in_no_answer_but_their_own() {
    let server = TestServer::start();
    let got = ask_to_join(&server, &server.key(), "Ann", "union").await;
    let token = crate::support::phone::cookie_of(&got).split_once('=').unwrap().1.to_owned();
    let state = server.client.get("/api/state", &crate::support::phone::cookie_of(&got)).await;
    let view = format!("{:?}", server.companion.view().phones);
    for text in [state.text(), view] {
        assert!(!text.contains(&token) && !text.contains(&server.key()), "{text}");
    }
}

#[test]
fn a_certificate_is_for_its_addresses_short_lived_and_renewed_in_time() {
    let home: IpAddr = [192, 168, 1, 20].into();
    let club: IpAddr = [10, 0, 0, 7].into();
    let day = Duration::from_secs(86_400);
    let now = SystemTime::now();
    let first = Certificate::generate(&[home], now).unwrap();
    let kept = Certificate::from_pem(first.cert_pem(), first.key_pem()).unwrap();
    assert_eq!(kept.fingerprint(), first.fingerprint());
    assert_eq!(first.fingerprint().len(), 32 * 3 - 1);
    assert!(kept.renewed_for(&[home], now).unwrap().is_none());
    assert!(kept.renewed_for(&[home], now + day * 780).unwrap().is_none());
    assert!(kept.renewed_for(&[home], now + day * 800).unwrap().is_some());
    let both = kept.renewed_for(&[club], now).unwrap().unwrap();
    assert!(both.renewed_for(&[home, club], now).unwrap().is_none(), "the earlier address is kept");

    let der = rustls::pki_types::pem::PemObject::from_pem_slice(first.cert_pem().as_bytes());
    let der: rustls::pki_types::CertificateDer<'_> = der.unwrap();
    let (_, parsed) = parse_x509_certificate(&der).unwrap();
    let valid_s = parsed.validity().not_after.timestamp() - parsed.validity().not_before.timestamp();
    let age_s = now.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() as i64
        - parsed.validity().not_before.timestamp();
    assert!(valid_s <= 825 * 86_400, "{valid_s}");
    assert!((86_399..=86_402).contains(&age_s), "{age_s}");
    assert!(!parsed.is_ca());
    assert_eq!(
        parsed.signature_algorithm.algorithm.to_id_string(),
        "1.2.840.10045.4.3.2",
        "ECDSA with SHA-256"
    );

    let other = Certificate::generate(&[home], now).unwrap();
    assert!(Certificate::from_pem(first.cert_pem(), other.key_pem()).is_err());
    for (cert, key) in
        [("", ""), (first.cert_pem(), ""), ("", first.key_pem()), ("-----BEGIN CERTIFICATE-----", "x")]
    {
        assert!(Certificate::from_pem(cert, key).is_err());
    }
}
