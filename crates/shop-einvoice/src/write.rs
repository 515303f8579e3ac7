//! Writes the whole file.

use crate::document::Document;
use crate::xml::Xml;
use crate::{body, header};

const ROOT: &str = "p:FatturaElettronica";
const NAMESPACE: &str = "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2";

impl Document {
    /// Writes the document as XML. `number`: the file number, which determines its name (see [`crate::file_name`]) and its
    /// progressive.
    pub fn to_xml(&self, number: i64) -> String {
        let mut xml = Xml::opened(&format!("{ROOT} versione=\"{}\" xmlns:p=\"{NAMESPACE}\"", self.format()));
        header::write(&mut xml, self, number);
        body::write(&mut xml, self);
        xml.closed(ROOT)
    }
}
