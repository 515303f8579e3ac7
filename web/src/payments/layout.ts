// How the provider's fields are laid out, and the part of them that the pointer is over.

/** Whether methods lie below each other; the other layout is tabs. */
export const isAccordion = (layout: string): boolean => layout !== "tabs";

/** The script's class for one method of a layout. */
export const methodClass = (layout: string): ".AccordionItem" | ".Tab" =>
  isAccordion(layout) ? ".AccordionItem" : ".Tab";
