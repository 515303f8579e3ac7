let isLoading = false;

/** Loads optimistic pricing. Until it is loaded, the effect of a change is only shown after the server's response. */
export function loadOptimisticPricing(): void {
  if (isLoading) return;
  isLoading = true;
  // The cart works without it; the next view of a cart tries again.
  import("./optimisticPricing.ts")
    .then(({ startOptimisticPricing }) => startOptimisticPricing())
    .catch(() => {
      isLoading = false;
    });
}
