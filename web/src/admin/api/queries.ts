// How the back office loads data: each page loads its own and shows what the server has now.

import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import type { ApiError, ApiQuery } from "./client.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}

// Synchronous: a row that a button moves up or down is in its new place, and can take the focus, in the same event.
notifyManager.setScheduler((notify) => notify());

/** Creates the client of one back office. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Nothing outlives the page: forms must start with what the server has, not with what it had.
        gcTime: 0,
        // A list stays while its next page loads.
        placeholderData: keepPreviousData,
        // What follows a reload, such as the focus on the next row, follows also if the data is equal.
        structuralSharing: false,
      },
      mutations: { networkMode: "always" },
    },
  });

/** A list with its state of loading. */
export interface LoadedList<T> extends Pick<UseQueryResult<T>, "error" | "isFetching" | "refetch"> {
  /** The last data, also after a request that failed: the tabs and the options of the filters stay. */
  data: T | undefined;
}

/** Loads a list as its query in the URL changes. */
export function useList<T>(query: ApiQuery<T>): LoadedList<T> {
  const { data, error, isFetching, refetch } = useQuery(query);
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return { data: data ?? last, error, isFetching, refetch };
}

/** Functions that renew the loaded data of a query. */
export interface Updates<T> {
  /** Loads it again. */
  reload: () => void;
  /** Replaces it, for example by the response to a change. */
  replace: (data: T) => void;
}

export function useUpdates<T>({ queryKey }: ApiQuery<T>): Updates<T> {
  const client = useQueryClient();
  return {
    reload: () => void client.refetchQueries({ queryKey, exact: true }),
    replace: (data) => void client.setQueryData(queryKey, data),
  };
}

type AllData<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends ApiQuery<infer T> | null
    ? T | (null extends Queries[Name] ? null : never)
    : never;
};

/** Combines queries whose data a page needs together; the data of a query that is null is null. */
export function allOf<Queries extends Record<string, ApiQuery<unknown> | null>>(
  queries: Queries,
): ApiQuery<AllData<Queries>> {
  const entries = Object.entries(queries);
  return {
    queryKey: entries.map(([name, query]) => `${name} ${query?.queryKey}`),
    queryFn: async (context) => {
      const load = async ([name, query]: (typeof entries)[number]) => [
        name,
        query && (await query.queryFn(context)),
      ];
      return Object.fromEntries(await Promise.all(entries.map(load))) as AllData<Queries>;
    },
  };
}
