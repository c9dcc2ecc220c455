//! Messages of phones with whatever bytes: read or refused, never a panic; what is read can be written and is then read
//! as the same.
#![no_main]

use companion::wire::{CallMessage, JoinRequest};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(message) = serde_json::from_slice::<CallMessage>(bytes) {
        let written = serde_json::to_vec(&message).unwrap();
        assert_eq!(serde_json::from_slice::<CallMessage>(&written).unwrap(), message);
    }
    if let Ok(request) = serde_json::from_slice::<JoinRequest>(bytes) {
        let written = serde_json::to_vec(&request).unwrap();
        assert_eq!(serde_json::from_slice::<JoinRequest>(&written).unwrap(), request);
    }
});
