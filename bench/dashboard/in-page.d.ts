/** Runs before the page: calls `benchSeen(at)` when the text is drawn. */
export function sayWhenDrawn(text: string): void

/** Ends when the page is drawn and idle. */
export function whenIdle(): Promise<void>

/** Looks in each frame for a place in the list without a row, until `endWatch` is called in the page. */
export function watchRows(): void

/**
 * Runs before the page: `takeLongest` returns the longest time from an input to the next frame and the longest task since
 * its last call, milliseconds; 0 if the browser reported none.
 */
export function watchLongest(): void

/** Runs before the page: sets `firstText` and `longestTask` in it. */
export function watchTasks(): void
