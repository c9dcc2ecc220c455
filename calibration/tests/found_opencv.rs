//! The module that provides the markers, for each OpenCV version the build may find.

// Helpers of tests may fail by panicking, as tests do.
#![allow(clippy::unwrap_used)]

#[path = "../build/found_opencv.rs"]
mod build_script;

use build_script::{Aruco, Version};

fn aruco(version: &str, contrib: Option<bool>) -> Result<Aruco, String> {
    Version::parse(version).unwrap().aruco(contrib)
}

#[test]
fn the_version_chooses_the_module() {
    for contrib in [Some(true), None] {
        assert_eq!(aruco("4.6.0", contrib), Ok(Aruco::Contrib));
    }
    for version in ["4.8.1", "4.10.0", "4.14.0-pre", "5.0.0", "5.1"] {
        for contrib in [Some(true), Some(false), None] {
            assert_eq!(aruco(version, contrib), Ok(Aruco::Objdetect), "{version}");
        }
    }
}

#[test]
fn an_opencv_that_will_not_do_is_refused_in_one_sentence() {
    for (version, contrib, words) in [
        ("3.4.20", Some(true), ["OpenCV 3.4 is too old", "4.6"]),
        ("4.5.4", Some(true), ["OpenCV 4.5 is too old", "4.6"]),
        ("4.6.0", Some(false), ["without its contrib modules", "libopencv-contrib-dev"]),
        ("4.7.0", Some(true), ["whole pixels", "4.8 or newer"]),
    ] {
        let said = aruco(version, contrib).unwrap_err();
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
        assert!(said.ends_with('.') && !said.contains(". ") && !said.contains('\n'), "{said}");
    }
}

#[test]
fn versions_are_read_from_headers_and_from_cmake() {
    let header = "#ifndef OPENCV_VERSION_HPP\n#define CV_VERSION_MAJOR    4\n#define CV_VERSION_MINOR    10\n\
                  #define CV_VERSION_REVISION 0\n#define CV_VERSION_STATUS   \"\"\n";
    assert_eq!(Version::in_header(header), Some(Version { major: 4, minor: 10 }));
    assert_eq!(Version::in_header("#define CV_VERSION_MAJOR 4\n"), None);
    let cmake = "set(OpenCV_VERSION 4.6.0)\nset(PACKAGE_VERSION ${OpenCV_VERSION})\n";
    assert_eq!(Version::in_cmake(cmake), Some(Version { major: 4, minor: 6 }));
    assert_eq!(Version::in_cmake("set(PACKAGE_VERSION 4.6.0)\n"), None);
    for text in ["", "4", "four.six", "4.x"] {
        assert_eq!(Version::parse(text), None, "{text}");
    }
    assert!(Version { major: 4, minor: 14 } > Version { major: 4, minor: 9 });
}
