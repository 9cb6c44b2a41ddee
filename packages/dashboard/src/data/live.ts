import { useEffect, useState } from 'react'
import { keepStream } from './stream.ts'

/** The progress of a running execution, according to its newest event. */
export interface Progress {
  state: string
  counts: Record<'total' | 'passed' | 'failed' | 'flaky' | 'skipped' | 'errors', number>
}

/**
 * The newest progress of an execution while `isOn`; null before the first event. The stream is
 * reopened after a restart of the server. `onLost` is called if the server refuses the stream permanently.
 */
export function useProgress(id: string, isOn: boolean, onLost: () => void): Progress | null {
  const [progress, setProgress] = useState<Progress | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is no reason for a new stream
  useEffect(() => {
    if (!isOn) return
    const close = keepStream(`/api/executions/${id}/events`, (own, { isWell, end }) => {
      const read = ({ data }: MessageEvent<string>) => {
        isWell()
        setProgress(JSON.parse(data) as Progress)
      }
      own.addEventListener('progress', read)
      own.addEventListener('settled', (event) => {
        read(event)
        end()
      })
      own.addEventListener('ended', () => {
        end()
        onLost()
      })
    })
    return () => {
      close()
      setProgress(null)
    }
  }, [id, isOn])
  return progress
}
