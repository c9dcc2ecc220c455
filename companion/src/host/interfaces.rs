//! The network interfaces of this computer.

use crate::wire::NetInterface;
use if_addrs::{IfAddr, get_if_addrs};
use std::net::Ipv4Addr;

/// The interfaces that a server can be bound to (IPv4 only), the likeliest first: private addresses before public ones,
/// wireless before wired before virtual ones, the computer itself last. Empty when the system does not say.
pub fn interfaces() -> Vec<NetInterface> {
    let mut found: Vec<(String, Ipv4Addr)> = get_if_addrs()
        .unwrap_or_default()
        .into_iter()
        .filter_map(|interface| match interface.addr {
            IfAddr::V4(v4) => Some((interface.name, v4.ip)),
            IfAddr::V6(_) => None,
        })
        .collect();
    found.sort_by_key(|(name, address)| (rank(name, *address), name.clone(), *address));
    found.into_iter().map(|(name, address)| NetInterface { name, address: address.to_string() }).collect()
}

/// How unlikely it is that phones are in this network: reach first, then the kind of the interface.
fn rank(name: &str, address: Ipv4Addr) -> (u8, u8) {
    let reach = match address {
        _ if address.is_loopback() => 3,
        _ if address.is_link_local() => 2,
        _ if address.is_private() => 0,
        _ => 1,
    };
    let virtual_names = [
        "docker",
        "veth",
        "virbr",
        "vmnet",
        "vbox",
        "vethernet",
        "br-",
        "tun",
        "tap",
        "wg",
        "utun",
        "zt",
        "tailscale",
    ];
    let wireless_names = ["wl", "wi-fi", "wifi", "wlan", "ap"];
    let name = name.to_lowercase();
    let kind = match () {
        () if virtual_names.iter().any(|prefix| name.starts_with(prefix)) => 2,
        () if wireless_names.iter().any(|prefix| name.starts_with(prefix)) => 0,
        () => 1,
    };
    // A virtual network has private addresses too, and is still the least likely.
    (if kind == 2 { reach.max(2) } else { reach }, kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_interface_is_first() {
        let mut names = [
            ("lo", [127, 0, 0, 1]),
            ("docker0", [172, 17, 0, 1]),
            ("eth0", [192, 168, 1, 20]),
            ("enp3s0", [8, 8, 4, 4]),
            ("tun0", [10, 8, 0, 2]),
            ("eth1", [169, 254, 3, 4]),
            ("wlan0", [192, 168, 1, 21]),
        ];
        names.sort_by_key(|(name, address)| rank(name, Ipv4Addr::from(*address)));
        let order = names.map(|(name, _)| name);
        assert_eq!(order, ["wlan0", "eth0", "enp3s0", "eth1", "docker0", "tun0", "lo"]);
        println!("this computer: {:?}", interfaces());
        assert_eq!(interfaces().last().map(|last| last.address.as_str()), Some("127.0.0.1"));
    }
}
