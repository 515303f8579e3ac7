//! Declaration of the process's settings, and their types.

use std::path::PathBuf;

use ipnet::IpNet;

/// A setting in the output of `shop config`.
pub(super) struct Setting {
    /// Name in `shop.toml`.
    pub(super) key: &'static str,
    pub(super) env: &'static str,
    #[cfg(test)]
    pub(super) default: &'static str,
    pub(super) secret: bool,
    /// Description for people.
    pub(super) about: &'static str,
}

/// Type of a setting.
pub(super) trait Value: Sized {
    /// Parses the value; the error has the part that is invalid, and the reason.
    fn parse(text: String) -> Result<Self, (String, &'static str)>;

    fn written(&self) -> String;
}

impl Value for String {
    fn parse(text: String) -> Result<Self, (String, &'static str)> {
        Ok(text)
    }

    fn written(&self) -> String {
        self.clone()
    }
}

impl Value for PathBuf {
    fn parse(text: String) -> Result<Self, (String, &'static str)> {
        Ok(Self::from(text))
    }

    fn written(&self) -> String {
        self.display().to_string()
    }
}

impl Value for u32 {
    fn parse(text: String) -> Result<Self, (String, &'static str)> {
        text.parse().map_err(|_| (text, "must be a whole number, 0 or more"))
    }

    fn written(&self) -> String {
        self.to_string()
    }
}

impl Value for bool {
    fn parse(text: String) -> Result<Self, (String, &'static str)> {
        match text.as_str() {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err((text, "must be yes or no")),
        }
    }

    fn written(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

/// A comma-separated list; a single address counts as a network.
impl Value for Vec<IpNet> {
    fn parse(text: String) -> Result<Self, (String, &'static str)> {
        let network = |text: &str| {
            text.parse()
                .or_else(|_| text.parse::<std::net::IpAddr>().map(IpNet::from))
                .map_err(|_| (text.to_owned(), "must be an address or a network, such as 127.0.0.1 or 10.0.0.0/8"))
        };
        text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(network).collect()
    }

    fn written(&self) -> String {
        self.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// Declares the settings: a struct with a field for each, their list, and the code that parses and formats them.
macro_rules! process_settings {
    ($(#[$doc:meta])* pub struct $name:ident {$(
        $key:ident: $type:ty = $default:expr, $env:literal $([$secret:ident])?, $about:literal;
    )*}) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name {$(
            #[doc = concat!($about, ".")]
            pub $key: $type,
        )*}

        /// All settings, in the order of `shop config`.
        pub(super) const SETTINGS: &[Setting] = &[$(
            Setting {
                key: stringify!($key),
                env: $env,
                #[cfg(test)]
                default: $default,
                secret: !stringify!($($secret)?).is_empty(),
                about: $about,
            },
        )*];

        impl $name {
            /// Parses each setting from the text found by its key, variable and default.
            pub(super) fn from_texts(text: impl Fn(&str, &str, &str) -> String) -> Result<Self, ConfigError> {
                Ok(Self {$(
                    $key: Value::parse(text(stringify!($key), $env, $default)).map_err(|(value, reason)| {
                        ConfigError::Value { name: stringify!($key), value, reason }
                    })?,
                )*})
            }

            /// Formats the values, in order.
            pub(super) fn texts(&self) -> Vec<String> {
                vec![$( Value::written(&self.$key), )*]
            }
        }
    };
}
pub(super) use process_settings;
