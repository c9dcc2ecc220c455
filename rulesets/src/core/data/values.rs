//! Values of a ship that an event or the umpire sets: each is declared once, with what it sets.

/// Declares an enum of new values, and the function `set` that puts one into the state of a ship. The line above a variant
/// describes its fields too.
macro_rules! values {
    ($(#[$about:meta])* pub enum $name:ident of $ship:ident: $state:ty {
        $($(#[$note:meta])* $variant:ident $({ $($field:ident: $kind:ty),* })? => $effect:expr,)*
    }) => {
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs, reason = "a field without a line is what its name and type say")]
        $(#[$about])*
        pub enum $name {
            $($(#[$note])* $variant $({ $($field: $kind),* })?,)*
        }

        impl $name {
            /// Sets the value.
            pub(crate) fn set(&self, $ship: &mut $state) {
                match self {
                    $(Self::$variant $({ $($field),* })? => $effect,)*
                }
            }
        }
    };
}
pub(crate) use values;
