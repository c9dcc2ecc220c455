//! Finds out the version of OpenCV, and selects by it how markers are found (`src/detect/markers/`).
//!
//! The search is that of the crate `opencv`, which passes only the major version on to its dependents.

#[path = "build/found_opencv.rs"]
mod found_opencv;

use found_opencv::{Aruco, Version};
use std::env;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// Environment variables that the crate `opencv` reads too.
const HEEDED: [&str; 11] = [
    "OPENCV_PACKAGE_NAME",
    "OPENCV_PKGCONFIG_NAME",
    "OPENCV_VCPKG_NAME",
    "OPENCV_INCLUDE_PATHS",
    "OPENCV_LINK_PATHS",
    "OPENCV_LINK_LIBS",
    "OpenCV_DIR",
    "CMAKE_PREFIX_PATH",
    "PKG_CONFIG_PATH",
    "VCPKG_ROOT",
    "VCPKGRS_TRIPLET",
];

/// An OpenCV that was found.
struct Found {
    version: Version,
    /// Where its headers are, if that is known.
    headers: Vec<PathBuf>,
}

impl Found {
    fn in_folders(headers: Vec<PathBuf>) -> Option<Self> {
        let version = headers.iter().find_map(|folder| {
            let header = read_to_string(folder.join("opencv2/core/version.hpp")).ok()?;
            Version::in_header(&header)
        })?;
        Some(Self { version, headers })
    }

    /// Whether contrib's `aruco` is there, where headers are known.
    fn contrib(&self) -> Option<bool> {
        let has = |folder: &PathBuf| folder.join("opencv2/aruco.hpp").is_file();
        (!self.headers.is_empty()).then(|| self.headers.iter().any(has))
    }
}

/// The folders named in the environment.
fn named() -> Option<Found> {
    let all = env::var("OPENCV_INCLUDE_PATHS").ok()?;
    Found::in_folders(all.trim_start_matches('+').split(',').map(PathBuf::from).collect())
}

fn by_pkg_config() -> Option<Found> {
    let named = env::var("OPENCV_PACKAGE_NAME").or_else(|_| env::var("OPENCV_PKGCONFIG_NAME")).ok();
    let names =
        named.map_or_else(|| ["opencv5", "opencv4", "opencv"].map(String::from).to_vec(), |name| vec![name]);
    let found =
        names.iter().find_map(|name| pkg_config::Config::new().cargo_metadata(false).probe(name).ok())?;
    Some(Found { version: Version::parse(&found.version)?, headers: found.include_paths })
}

/// CMake's description of the package, in the folders that CMake is configured to search or searches by default.
fn by_cmake() -> Option<Found> {
    let mut folders: Vec<PathBuf> = env::var_os("OpenCV_DIR").map(PathBuf::from).into_iter().collect();
    let prefixes = env::var_os("CMAKE_PREFIX_PATH");
    let usual = ["/opt/homebrew", "/usr/local", "/usr"].map(PathBuf::from);
    for prefix in prefixes.iter().flat_map(env::split_paths).chain(usual) {
        for place in ["lib/cmake/opencv5", "lib/cmake/opencv4", "lib64/cmake/opencv4", "share/opencv4", ""] {
            folders.push(prefix.join(place));
        }
    }
    folders.iter().find_map(|folder| {
        let file = read_to_string(folder.join("OpenCVConfig-version.cmake")).ok()?;
        Some(Found { version: Version::in_cmake(&file)?, headers: Vec::new() })
    })
}

fn by_vcpkg() -> Option<Found> {
    let installed = Path::new(&env::var_os("VCPKG_ROOT")?).join("installed");
    let triplets = match env::var_os("VCPKGRS_TRIPLET") {
        Some(triplet) => vec![installed.join(triplet)],
        None => installed.read_dir().ok()?.flatten().map(|entry| entry.path()).collect(),
    };
    triplets
        .iter()
        .flat_map(|triplet| ["include/opencv4", "include"].map(|place| triplet.join(place)))
        .find_map(|folder| Found::in_folders(vec![folder]))
}

fn found() -> Option<Found> {
    let set = |name: &str| env::var_os(name).is_some();
    let pkg_config_first = set("PKG_CONFIG_PATH") || set("OPENCV_PKGCONFIG_NAME");
    let cmake_named = set("OpenCV_DIR") || set("CMAKE_PREFIX_PATH");
    if let Some(found) = named() {
        return Some(found);
    }
    let mut ways: Vec<fn() -> Option<Found>> = vec![by_pkg_config, by_cmake, by_vcpkg];
    if !pkg_config_first && cmake_named {
        ways = vec![by_cmake, by_vcpkg, by_pkg_config];
    } else if !pkg_config_first && set("VCPKG_ROOT") {
        ways = vec![by_vcpkg, by_pkg_config, by_cmake];
    }
    ways.into_iter().find_map(|way| way())
}

fn main() {
    println!("cargo::rustc-check-cfg=cfg(aruco, values(\"contrib\", \"objdetect\"))");
    println!("cargo::rustc-check-cfg=cfg(aruco_group_distance)");
    println!("cargo::rustc-check-cfg=cfg(aruco_bit_threshold)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/found_opencv.rs");
    for name in HEEDED {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let chosen = found().ok_or_else(|| {
        "OpenCV was not found: install it (Debian and Ubuntu: libopencv-dev and libopencv-contrib-dev), or name its \
         folders in OPENCV_INCLUDE_PATHS, OPENCV_LINK_PATHS and OPENCV_LINK_LIBS."
            .to_owned()
    });
    match chosen.and_then(|found| Ok((found.version, found.version.aruco(found.contrib())?))) {
        Ok((_, Aruco::Contrib)) => println!("cargo::rustc-cfg=aruco=\"contrib\""),
        Ok((version, Aruco::Objdetect)) => {
            println!("cargo::rustc-cfg=aruco=\"objdetect\"");
            if version >= (Version { major: 4, minor: 9 }) {
                println!("cargo::rustc-cfg=aruco_group_distance");
            }
            if version >= (Version { major: 4, minor: 14 }) {
                println!("cargo::rustc-cfg=aruco_bit_threshold");
            }
        }
        Err(reason) => println!("cargo::error={reason}"),
    }
}
