import type { BlockView } from "../core/types.ts";
import { ProductSection } from "./ProductSection.tsx";

/** Rows of products, as the merchant has put them together. */
export function Blocks({ blocks }: { blocks: BlockView[] }) {
  return blocks.map((block, at) => (
    <ProductSection
      // biome-ignore lint/suspicious/noArrayIndexKey: a page's blocks stand in their order and do not move
      key={at}
      title={block.title}
      cards={block.cards}
      morePath={block.more_path}
      columns={block.columns}
    />
  ));
}
