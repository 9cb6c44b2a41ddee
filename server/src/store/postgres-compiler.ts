import { type LimitNode, type OffsetNode, type OperationNode, PostgresQueryCompiler, ValueNode } from 'kysely'

/**
 * Writes the limit of rows into the statement as a literal. Postgres would otherwise make its general plan
 * for a tenth of all rows, and that loses against a new plan for "the newest one".
 */
export class LiteralLimitCompiler extends PostgresQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.#count('limit', node.limit, () => super.visitLimit(node))
  }

  protected override visitOffset(node: OffsetNode): void {
    this.#count('offset', node.offset, () => super.visitOffset(node))
  }

  #count(word: string, given: OperationNode, otherwise: () => void): void {
    const count = ValueNode.is(given) ? given.value : null
    if (Number.isSafeInteger(count)) this.append(`${word} ${count}`)
    else otherwise()
  }
}
