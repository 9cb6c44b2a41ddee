import { VERDICT } from '../../ground/store/tables.ts'

/** The change of an execution's counts; superseded results, with a negative verdict, do not count. */
export class Tally {
  passed = 0
  failed = 0
  flaky = 0
  skipped = 0
  durationUs = 0

  add(verdict: number, durationUs: number): void {
    this.#count(verdict, durationUs, 1)
  }

  remove(verdict: number, durationUs: number): void {
    this.#count(verdict, durationUs, -1)
  }

  merge(other: Tally): void {
    this.passed += other.passed
    this.failed += other.failed
    this.flaky += other.flaky
    this.skipped += other.skipped
    this.durationUs += other.durationUs
  }

  #count(verdict: number, durationUs: number, sign: 1 | -1): void {
    if (verdict < 0) return
    if (verdict === VERDICT.passed) this.passed += sign
    else if (verdict === VERDICT.failed) this.failed += sign
    else if (verdict === VERDICT.flaky) this.flaky += sign
    else this.skipped += sign
    this.durationUs += sign * durationUs
  }
}
