import { useEffect, useState } from 'react'

/** The progress of a running execution, according to its newest event. */
export interface Progress {
  state: string
  counts: Record<'total' | 'passed' | 'failed' | 'flaky' | 'skipped' | 'errors', number>
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * The newest progress of an execution while `isOn`; null before the first event. The stream is
 * closed while the tab is hidden, because a browser allows six connections, and reopened after a
 * restart of the server. `onLost` is called if the server refuses the stream permanently.
 */
export function useProgress(id: string, isOn: boolean, onLost: () => void): Progress | null {
  const [progress, setProgress] = useState<Progress | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is no reason for a new stream
  useEffect(() => {
    if (!isOn) return
    let source: EventSource | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let waitMs = FIRST_WAIT_MS
    let isOver = false
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = null
    }
    const open = () => {
      if (source || isOver || document.hidden) return
      const own = new EventSource(`/api/executions/${id}/events`)
      source = own
      const read = ({ data }: MessageEvent<string>) => {
        waitMs = FIRST_WAIT_MS
        setProgress(JSON.parse(data) as Progress)
      }
      own.addEventListener('progress', read)
      own.addEventListener('settled', (event) => {
        isOver = true
        read(event)
        close()
      })
      own.addEventListener('ended', () => {
        isOver = true
        close()
        onLost()
      })
      // The browser reconnects by itself after an interruption, but not after an answer that is not
      // a stream.
      own.addEventListener('error', () => {
        if (own.readyState !== EventSource.CLOSED || isOver) return
        close()
        timer = setTimeout(open, waitMs)
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      })
    }
    const onVisibility = () => (document.hidden ? close() : open())
    document.addEventListener('visibilitychange', onVisibility)
    open()
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      close()
      setProgress(null)
    }
  }, [id, isOn])
  return progress
}
