/** A position in a file; both values count from 1. */
export interface Place {
  line: number
  column: number
}

/** Why a report cannot be read, in words for the person who has it. */
export class ReportProblem extends Error {
  readonly place: Place | undefined

  constructor(reason: string, place?: Place) {
    super(reason)
    this.name = 'ReportProblem'
    this.place = place
  }
}
