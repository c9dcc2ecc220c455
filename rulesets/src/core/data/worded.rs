//! Enums whose variants carry their words: the keys of journals, the titles of screens, the words of sentences.

/// Declares an enum of plain variants with its serialised form in snake case, and one or two functions that give each
/// variant's words: `word` for sentences, `key` for a journal (it never changes), `title` for screens and reports. `ALL`
/// lists the variants in order.
macro_rules! worded {
    ($(#[$about:meta])* pub enum $name:ident: $word:ident {
        $($(#[$note:meta])* $variant:ident = $text:literal,)*
    }) => {
        $crate::core::worded!(@enum [$(#[$about])*] $name [$($(#[$note])* $variant),*]);
        $crate::core::worded!(@words $name $word [$($variant = $text),*]);
    };
    ($(#[$about:meta])* pub enum $name:ident: $word:ident, $word2:ident {
        $($(#[$note:meta])* $variant:ident = $text:literal, $text2:literal;)*
    }) => {
        $crate::core::worded!(@enum [$(#[$about])*] $name [$($(#[$note])* $variant),*]);
        $crate::core::worded!(@words $name $word [$($variant = $text),*]);
        $crate::core::worded!(@words $name $word2 [$($variant = $text2),*]);
    };
    (@enum [$(#[$about:meta])*] $name:ident [$($(#[$note:meta])* $variant:ident),*]) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$note])* $variant),*
        }

        impl $name {
            /// Every variant, in order.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];
        }
    };
    (@words $name:ident $word:ident [$($variant:ident = $text:literal),*]) => {
        impl $name {
            #[doc = concat!("Its ", stringify!($word), ".")]
            pub fn $word(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),*
                }
            }
        }
    };
}
pub(crate) use worded;
