import type { ReportedName, Sink } from '../format.ts'

/** The name of a test that a report places in a class, which may be mapped to a file. */
export const nameOfClass = (className: string, title: string, sink: Sink): ReportedName => {
  const file = className ? sink.mapped(className) : undefined
  return {
    file: file ?? '',
    ...(file !== undefined && { isMapped: true }),
    titles: className ? [className, title] : [title],
  }
}
