const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

interface Stream {
  /** The next attempt to open it waits the shortest time again. */
  isWell(): void
  /** It is never opened again. */
  end(): void
}

/**
 * Keeps a stream of events open, and opens it again after a refusal. It is closed while the tab is hidden, because a
 * browser allows six connections. `listen` gets each new one. Returns the function that ends it.
 */
export function keepStream(address: string, listen: (own: EventSource, stream: Stream) => void): () => void {
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let waitMs = FIRST_WAIT_MS
  let isOver = false
  const close = () => {
    clearTimeout(retry)
    source?.close()
    source = null
  }
  const stream = {
    isWell() {
      waitMs = FIRST_WAIT_MS
    },
    end() {
      isOver = true
      close()
    },
  }
  const open = () => {
    if (source || isOver || document.hidden) return
    const own = new EventSource(address)
    source = own
    listen(own, stream)
    // The browser reconnects by itself after an interruption, but not after an answer that is not a stream.
    own.addEventListener('error', () => {
      if (own.readyState !== EventSource.CLOSED || isOver) return
      close()
      retry = setTimeout(open, waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    })
  }
  const onVisibility = () => (document.hidden ? close() : open())
  document.addEventListener('visibilitychange', onVisibility)
  open()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    stream.end()
  }
}
