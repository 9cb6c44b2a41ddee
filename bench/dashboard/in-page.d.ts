/** Runs before the page: calls `benchSeen(at)` when the text is drawn. */
export function sayWhenDrawn(text: string): void

/** Ends when the page is drawn and idle. */
export function whenIdle(): Promise<void>

/** Looks in each frame for a place in the list without a row, until `endWatch` is called in the page. */
export function watchRows(): void

/** Keeps how long each interaction takes until the next frame, milliseconds; `endInteractions` returns those over 16 ms. */
export function watchInteractions(): void

/** Runs before the page: sets `firstText` and `longestTask` in it. */
export function watchTasks(): void
