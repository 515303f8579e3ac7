// Layouts of the provider's fields, and the script's class name for one method.

/** Whether the methods are stacked; the other layout is tabs. */
export const isAccordion = (layout: string): boolean => layout !== "tabs";

export const methodClass = (layout: string): ".AccordionItem" | ".Tab" =>
  isAccordion(layout) ? ".AccordionItem" : ".Tab";
