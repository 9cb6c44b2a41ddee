/* Functions that run in the page, where their source is sent. */

/** Only checks added nodes, so that a large page is not searched repeatedly. */
export function sayWhenDrawn(text) {
  const has = (node) => node.textContent?.includes(text) === true
  const isText = (node) => node.nodeType === Node.TEXT_NODE
  const observer = new MutationObserver((changes) => {
    const isThere = changes.some(
      ({ target, addedNodes }) => [...addedNodes].some(has) || (isText(target) && has(target)),
    )
    if (!isThere) return
    observer.disconnect()
    requestAnimationFrame(() => globalThis.benchSeen(Date.now()))
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

export function whenIdle() {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  )
}

export function watchRows() {
  const seen = { frames: 0, blank: 0 }
  let isOver = false
  const look = () => {
    if (isOver) return
    seen.frames++
    const hasRow = (share) =>
      document.elementFromPoint(innerWidth / 2, innerHeight * share)?.closest('[role="listitem"]') != null
    if (![0.5, 0.7, 0.9].every(hasRow)) seen.blank++
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  globalThis.endWatch = () => {
    isOver = true
    return seen
  }
}

/** Keeps the longest time from an input to the next frame, and the longest task; `takeLongest` returns both and starts anew. */
export function watchLongest() {
  let longest = { inputMs: 0, taskMs: 0 }
  const inputs = (entries) => {
    for (const { interactionId, duration } of entries)
      if (interactionId > 0) longest.inputMs = Math.max(longest.inputMs, duration)
  }
  const tasks = (entries) => {
    for (const { duration } of entries) longest.taskMs = Math.max(longest.taskMs, duration)
  }
  const watched = [
    [
      new PerformanceObserver((list) => inputs(list.getEntries())),
      inputs,
      'event',
      { durationThreshold: 16 },
    ],
    [new PerformanceObserver((list) => tasks(list.getEntries())), tasks, 'longtask', { buffered: true }],
  ]
  for (const [observer, , type, options] of watched) observer.observe({ type, ...options })
  globalThis.takeLongest = () => {
    for (const [observer, keep] of watched) keep(observer.takeRecords())
    const taken = longest
    longest = { inputMs: 0, taskMs: 0 }
    return taken
  }
}

/** Keeps when the first text of a document was drawn, and the longest task of the page's thread; milliseconds. */
export function watchTasks() {
  globalThis.longestTask = 0
  globalThis.firstText = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      globalThis.longestTask = Math.max(globalThis.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    const text = document.querySelector('.markdown')?.textContent ?? ''
    if (text.trim() === '') requestAnimationFrame(look)
    else requestAnimationFrame(() => (globalThis.firstText = performance.now()))
  }
  requestAnimationFrame(look)
}
