//! Non-maximum suppression: of several sightings of one thing the likeliest is kept.

/// Those of a list, likeliest first, that are not the same as one before them. `same` is asked about a later one and one that
/// is kept.
pub(crate) fn suppressed<T>(
    likeliest_first: impl IntoIterator<Item = T>,
    same: impl Fn(&T, &T) -> bool,
) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for one in likeliest_first {
        if !kept.iter().any(|other| same(&one, other)) {
            kept.push(one);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_those_that_are_the_same_is_kept() {
        let near = |a: &i32, b: &i32| (a - b).abs() < 3;
        assert_eq!(suppressed([10, 12, 20, 18, 14], near), [10, 20, 14]);
        assert!(suppressed([], near).is_empty());
    }
}
