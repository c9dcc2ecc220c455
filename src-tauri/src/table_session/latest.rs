//! A value of which only the newest counts: whoever reads it waits for nobody.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The newest value of something. It is locked only to copy or to replace a pointer.
#[derive(Debug)]
pub struct Latest<T>(Mutex<Arc<T>>);

impl<T> Latest<T> {
    /// Begins with a value.
    pub fn new(value: Arc<T>) -> Self {
        Self(Mutex::new(value))
    }

    /// The newest value.
    pub fn get(&self) -> Arc<T> {
        Arc::clone(&lock(&self.0))
    }

    /// Puts a newer value in its place; the one before.
    pub fn replace(&self, value: Arc<T>) -> Arc<T> {
        std::mem::replace(&mut lock(&self.0), value)
    }

    /// Can it be read at this moment without waiting?
    #[cfg(test)]
    pub fn is_free(&self) -> bool {
        self.0.try_lock().is_ok()
    }
}

/// Locks what a thread that broke off may have held: it is still whole enough to read.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
