//! Work on all cores.

use std::sync::LazyLock;

static CORES: LazyLock<usize> = LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// What `work` makes of the items, in their order: a part of them on each core, none smaller than is worth a thread.
pub(crate) fn in_parts<T: Sync, R: Send>(
    items: &[T],
    least_part: usize,
    work: impl Fn(&[T]) -> Vec<R> + Sync,
) -> Vec<R> {
    let part = items.len().div_ceil(*CORES).max(least_part);
    if items.len() <= part {
        return work(items);
    }
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = items.chunks(part).map(|items| scope.spawn(move || work(items))).collect();
        let done = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        done.flatten().collect()
    })
}

/// Does two things at once.
pub(crate) fn at_once<A: Send, B>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), other)
    })
}
