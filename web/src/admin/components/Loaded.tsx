import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ApiQuery } from "../api/client.ts";
import { type Updates, useUpdates } from "../api/queries.ts";
import { useLanguage } from "../context/language.tsx";
import { Failure } from "./ui.tsx";

interface LoadedProps<T> {
  query: ApiQuery<T>;
  children: (data: T, updates: Updates<T>) => ReactNode;
}

/** Renders the data of a query; until it is loaded a loading text, or the error. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { t } = useLanguage();
  const { data, error, refetch, isFetchedAfterMount, isPlaceholderData } = useQuery(query);
  const updates = useUpdates(query);
  // Data that the page before has left may be outdated, and a form keeps what it starts with.
  if (data !== undefined && (isFetchedAfterMount || isPlaceholderData)) return children(data, updates);
  return error ? <Failure error={error} retry={refetch} /> : <p role="status">{t("loading")}</p>;
}

interface DetailPageProps<T> extends LoadedProps<T> {
  /** Path of the list that contains the entry. */
  list: string;
  /** Text of the link to the list. */
  all: string;
}

/** Page of one list entry with a link back to the list. */
export function DetailPage<T>({ list, all, ...loaded }: DetailPageProps<T>) {
  return (
    <>
      <p>
        <Link to={list}>← {all}</Link>
      </p>
      <Loaded {...loaded} />
    </>
  );
}
