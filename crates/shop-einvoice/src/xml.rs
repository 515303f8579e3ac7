//! Writes XML elements in call order.

/// A document being written.
#[derive(Default)]
pub(crate) struct Xml(String);

impl Xml {
    /// Starts a document with the XML declaration and the opening tag of the root.
    pub(crate) fn opened(root: &str) -> Self {
        Self(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root}>"))
    }

    /// Writes an element with child elements.
    pub(crate) fn group(&mut self, name: &str, inner: impl FnOnce(&mut Self)) {
        self.0.push_str(&format!("<{name}>"));
        inner(self);
        self.0.push_str(&format!("</{name}>"));
    }

    /// Writes an element with text.
    pub(crate) fn put(&mut self, name: &str, text: impl AsRef<str>) {
        self.0.push_str(&format!("<{name}>"));
        for c in text.as_ref().chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                c => self.0.push(c),
            }
        }
        self.0.push_str(&format!("</{name}>"));
    }

    /// Writes an element if there is a text.
    pub(crate) fn maybe(&mut self, name: &str, text: Option<impl AsRef<str>>) {
        if let Some(text) = text {
            self.put(name, text);
        }
    }

    /// Closes the root and returns the document.
    pub(crate) fn closed(mut self, root: &str) -> String {
        self.0.push_str(&format!("</{root}>\n"));
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let mut xml = Xml::opened("a x=\"1\"");
        xml.group("b", |xml| xml.put("c", "<Rossi & figli>"));
        xml.maybe("d", None::<&str>);
        assert_eq!(
            xml.closed("a"),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a x=\"1\"><b><c>&lt;Rossi &amp; figli&gt;</c></b></a>\n"
        );
    }
}
