import { type Answer, type Asked, notFound, ok, page, type Route, refusal } from './answer.ts'
import { commentOf, repositoryNameOf } from './shapes.ts'
import type { Comment } from './state.ts'

/** More than this GitHub refuses, counted in characters. */
const MAX_COMMENT = 65_536

const EITHER: Route['needs'] = ['issues', 'pull-requests']

/** Comments of a pull request, which are those of its issue. */
export const commentRoutes: Record<string, Route> = {
  'issues/list-comments': {
    needs: EITHER,
    level: 'read',
    answer(asked) {
      const number = Number(asked.parameters.issue_number)
      if (!asked.repository.pulls.has(number)) return notFound()
      const found = asked.repository.comments.filter((each) => each.number === number)
      const path = `/repos/${repositoryNameOf(asked.repository)}/issues/${number}/comments`
      return page(
        asked,
        path,
        found.map((each) => commentOf(asked.repository, each)),
      )
    },
  },
  'issues/create-comment': {
    needs: EITHER,
    level: 'write',
    answer(asked) {
      const { repository, state, token, body } = asked
      const number = Number(asked.parameters.issue_number)
      const pull = repository.pulls.get(number)
      if (!pull) return notFound()
      if (pull.isLocked) return refusal(403, 'Unable to create comment because issue is locked.')
      const wrong = checkText(body.body)
      if (wrong) return wrong
      const now = new Date().toISOString().replace(/\.\d+/, '')
      const comment: Comment = {
        id: state.nextId(),
        number,
        author: token.login,
        body: String(body.body),
        createdAt: now,
        updatedAt: now,
      }
      repository.comments.push(comment)
      return ok(commentOf(repository, comment), 201)
    },
  },
  'issues/get-comment': {
    needs: EITHER,
    level: 'read',
    answer: (asked) => withComment(asked, (comment) => ok(commentOf(asked.repository, comment))),
  },
  'issues/update-comment': {
    needs: EITHER,
    level: 'write',
    answer: (asked) =>
      withComment(asked, (comment) => {
        // What an app's token may change is what the app wrote.
        if (comment.author !== asked.token.login)
          return refusal(403, 'Resource not accessible by integration')
        if (asked.repository.pulls.get(comment.number)?.isLocked)
          return refusal(403, 'Unable to update comment because issue is locked.')
        const wrong = checkText(asked.body.body)
        if (wrong) return wrong
        comment.body = String(asked.body.body)
        return ok(commentOf(asked.repository, comment))
      }),
  },
  'issues/delete-comment': {
    needs: EITHER,
    level: 'write',
    answer: (asked) =>
      withComment(asked, (comment) => {
        if (comment.author !== asked.token.login)
          return refusal(403, 'Resource not accessible by integration')
        asked.repository.comments.splice(asked.repository.comments.indexOf(comment), 1)
        return { status: 204 }
      }),
  },
}

const withComment = (asked: Asked, then: (comment: Comment) => Answer): Answer => {
  const comment = asked.repository.comments.find(({ id }) => id === Number(asked.parameters.comment_id))
  return comment ? then(comment) : notFound()
}

const checkText = (text: unknown): Answer | undefined => {
  const length = String(text).length
  const wrong = length > MAX_COMMENT ? `Body is too long (maximum is ${MAX_COMMENT} characters)` : undefined
  const problem = length === 0 ? 'Body cannot be blank' : wrong
  const error = { resource: 'IssueComment', code: 'unprocessable', field: 'data', message: problem ?? '' }
  return problem ? refusal(422, 'Validation Failed', { errors: [error] }) : undefined
}
