//! The options of a book as a typed struct: how it is declared, and how a player's values are put into it.

use crate::core::data::data_file::{OptionSpec, OptionValue};
use crate::core::ruling::refusal::Refusal;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Declares enums for options with a list of choices. The first choice is the default.
macro_rules! choices {
    ($($(#[$about:meta])* pub enum $choice:ident {
        $(#[$first_note:meta])* $first:ident,
        $($(#[$note:meta])* $other:ident),* $(,)?
    })*) => {
        $(
            $(#[$about])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
            #[serde(rename_all = "snake_case")]
            pub enum $choice {
                $(#[$first_note])* #[default] $first,
                $($(#[$note])* $other),*
            }
        )*
    };
}
pub(crate) use choices;

/// Declares the options of a book. Each has its name in `options.toml`, its field, and its default where that is not its
/// type's. A value that is not permitted is refused under the rule given with the struct. Options that a stored battle
/// lacks get their defaults.
macro_rules! options {
    ($(#[$about:meta])* pub struct $options:ident refused under $rule:literal {
        $($(#[$note:meta])* $name:literal $field:ident: $kind:ty $(= $default:expr)?,)*
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $options {
            $($(#[$note])* #[serde(rename = $name)] pub $field: $kind,)*
        }

        impl Default for $options {
            fn default() -> Self {
                Self { $($field: $crate::core::options!(@default $($default)?),)* }
            }
        }

        impl $options {
            /// The options with one of them changed.
            ///
            /// # Errors
            /// If the book has no such option, or the option can't have that value.
            pub fn with(
                &self,
                option: &$crate::core::OptionValue,
                specs: &[$crate::core::OptionSpec],
            ) -> Result<Self, $crate::core::Refusal> {
                $crate::core::with_option(self, option, specs, $rule)
            }

            /// The defaults with these values; a reason is added for each value that the book refuses.
            pub fn chosen(
                values: &[$crate::core::OptionValue],
                specs: &[$crate::core::OptionSpec],
                reasons: &mut Vec<$crate::core::Reason>,
            ) -> Self {
                values.iter().fold(Self::default(), |options, value| match options.with(value, specs) {
                    Ok(changed) => changed,
                    Err(refusal) => {
                        reasons.extend(refusal.reasons);
                        options
                    }
                })
            }
        }
    };
    (@default) => { Default::default() };
    (@default $default:expr) => { $default };
}
pub(crate) use options;

/// The options with one of them changed; each option is a field of `options` with the same name.
///
/// # Errors A refusal under `rule` if the book has no such option, or the option can't have that value.
pub(crate) fn with_option<T: Serialize + DeserializeOwned>(
    options: &T,
    option: &OptionValue,
    specs: &[OptionSpec],
    rule: &'static str,
) -> Result<T, Refusal> {
    let Some(spec) = specs.iter().find(|spec| spec.name == option.name) else {
        return Err(Refusal::because(rule, format!("The book has no option “{}”.", option.name)));
    };
    let bad_value = || {
        let text = format!("“{}” can't be {}: choose {}.", spec.name, option.value, spec.choices_text());
        Refusal::because(rule, text)
    };
    if !spec.allows(&option.value) {
        return Err(bad_value());
    }
    let mut all = serde_json::to_value(options).map_err(|_| bad_value())?;
    if let Some(fields) = all.as_object_mut() {
        fields.insert(option.name.clone(), option.value.clone());
    }
    serde_json::from_value(all).map_err(|_| bad_value())
}
