//! A shared value of which only the newest counts; readers never wait for work.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The newest value. The lock is held only while a pointer is copied or replaced.
#[derive(Debug)]
pub struct Latest<T>(Mutex<Arc<T>>);

impl<T> Latest<T> {
    /// Starts with this value.
    pub fn new(value: Arc<T>) -> Self {
        Self(Mutex::new(value))
    }

    /// The newest value.
    pub fn get(&self) -> Arc<T> {
        Arc::clone(&lock(&self.0))
    }

    /// Replaces the value; returns the old one.
    pub fn replace(&self, value: Arc<T>) -> Arc<T> {
        std::mem::replace(&mut lock(&self.0), value)
    }

    /// Returns whether it can be read now without waiting.
    #[cfg(test)]
    pub fn is_free(&self) -> bool {
        self.0.try_lock().is_ok()
    }
}

/// Locks a mutex even after a panic of its holder: the value is still valid to read.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
