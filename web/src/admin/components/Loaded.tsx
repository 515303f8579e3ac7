import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ApiError } from "../api/client.ts";
import { useLanguage } from "../context/language.tsx";
import { Failure } from "./ui.tsx";

/** Loading state as returned by `useData`. */
interface LoadState<T> {
  data: T | null;
  error: ApiError | null;
  reload: () => void;
}

interface LoadedProps<T> {
  state: LoadState<T>;
  children: (data: T) => ReactNode;
}

/** Renders the loaded data; until then a loading text, or the error. */
export function Loaded<T>({ state: { data, error, reload }, children }: LoadedProps<T>) {
  const { t } = useLanguage();
  if (data) return children(data);
  return error ? <Failure error={error} retry={reload} /> : <p role="status">{t("loading")}</p>;
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
