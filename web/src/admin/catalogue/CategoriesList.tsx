import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { orderCategories } from "../api/calls.ts";
import { type ApiError, apiQuery } from "../api/client.ts";
import { useUpdates } from "../api/queries.ts";
import type { CategoryNode } from "../api/types.ts";
import { moveEntry } from "../components/nested.ts";
import { RowButtons } from "../components/RowButtons.tsx";
import ui from "../components/ui.module.css";
import { Failure, Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./catalogue.module.css";

/** Tree of categories; each can be moved among its siblings. */
export function CategoriesList() {
  const { t } = useLanguage();
  const query = apiQuery("/api/admin/catalogue/categories");
  const { data, error } = useQuery(query);
  const { reload, replace } = useUpdates(query);
  const [orderError, setOrderError] = useState<ApiError | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const move = async (node: CategoryNode, by: number) => {
    if (!data) return;
    const siblings = data.filter((one) => one.parent_id === node.parent_id);
    const order = moveEntry(siblings, siblings.indexOf(node), by);
    replace(inOrder(data, order));
    setAnnouncement(t("movedTo", { name: node.name, place: order.indexOf(node) + 1, count: order.length }));
    try {
      await orderCategories({ parent_id: node.parent_id ?? null, ids: order.map((one) => one.id) });
      setOrderError(null);
    } catch (reason) {
      setOrderError(reason as ApiError);
      reload();
    }
  };
  if (error && !data) return <Failure error={error} retry={reload} />;
  if (!data) return <p role="status">{t("loading")}</p>;
  return (
    <>
      <div>
        <Link to="/catalogo/categorie/nuova" className={`${ui.button} ${ui.primary}`}>
          {t("newCategory")}
        </Link>
      </div>
      <Outcome error={orderError} />
      <p role="status" className="visuallyHidden">
        {announcement}
      </p>
      {data.length === 0 && <p className={ui.empty}>{t("noCategories")}</p>}
      <ul className={styles.rows}>
        {data.map((node) => {
          const siblings = data.filter((one) => one.parent_id === node.parent_id);
          return (
            <li key={node.id} data-depth={Math.min(node.depth, 4)}>
              <span className={styles.name}>
                <Link to={`/catalogo/categorie/${node.id}`}>{node.name}</Link>
                <span className={ui.small}>
                  {node.slug} · {t("usedByCount", { count: node.products })}
                </span>
              </span>
              <RowButtons
                name={node.name}
                list={`categories-${node.parent_id ?? 0}`}
                index={siblings.indexOf(node)}
                count={siblings.length}
                move={(by) => void move(node, by)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Returns the tree with siblings reordered, each with its descendants. */
function inOrder(nodes: CategoryNode[], order: CategoryNode[]): CategoryNode[] {
  const below = (node: CategoryNode): CategoryNode[] => [
    node,
    ...nodes.filter((one) => one.parent_id === node.id).flatMap(below),
  ];
  const walk = (parent: number | null): CategoryNode[] => {
    const siblings = nodes.filter((one) => (one.parent_id ?? null) === parent);
    const sorted = (order[0]?.parent_id ?? null) === parent ? order : siblings;
    return sorted.flatMap((node) => [node, ...walk(node.id)]);
  };
  return order.length > 0 ? walk(null) : nodes.flatMap(below);
}
