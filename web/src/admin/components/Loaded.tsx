import type { ReactNode } from "react";
import type { Refused } from "../api/client.ts";
import { useLanguage } from "../context/language.tsx";
import { Link } from "../context/router.tsx";
import { Failure } from "./ui.tsx";

/** What is loaded, as `useData` gives it. */
interface Loading<T> {
  data: T | null;
  error: Refused | null;
  reload: () => void;
}

interface LoadedProps<T> {
  of: Loading<T>;
  children: (data: T) => ReactNode;
}

/** Shows what was loaded; before, that it is on its way, or why it did not come. */
export function Loaded<T>({ of: { data, error, reload }, children }: LoadedProps<T>) {
  const { t } = useLanguage();
  if (data) return children(data);
  return error ? <Failure error={error} retry={reload} /> : <p role="status">{t("loading")}</p>;
}

interface DetailPageProps<T> extends LoadedProps<T> {
  /** Address of the list that the page's subject is in. */
  list: string;
  /** Words of the link to it. */
  all: string;
}

/** The page of one entry of a list, with the way back. */
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
