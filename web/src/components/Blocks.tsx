import type { BlockView } from "../core/types.ts";
import { ProductSection } from "./ProductSection.tsx";

/** Rows of products as arranged by the merchant. */
export function Blocks({ blocks }: { blocks: BlockView[] }) {
  return blocks.map((block, at) => (
    <ProductSection
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page are never reordered
      key={at}
      title={block.title}
      cards={block.cards}
      morePath={block.more_path}
      columns={block.columns}
    />
  ));
}
