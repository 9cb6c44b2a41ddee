import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { clientOf } from '../../data/client.ts'
import { readNext } from '../../data/search.ts'
import { Input } from '../../parts/form.tsx'
import { SignInForm, textOf } from './sign-in-form.tsx'

const route = getRouteApi('/sign-in')

/** Signs a person in, and opens the page that they requested. */
export function SignInPage() {
  // Checked again where it is used.
  const { ended, ...search } = route.useSearch()
  const { next } = readNext(search.next)
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (
    <SignInForm
      title="Sign in"
      lead={leadOf(next, ended)}
      button="Sign in"
      onSubmit={async (given) => {
        await clientOf().signIn({
          email: textOf(given, 'email'),
          password: textOf(given, 'password'),
          cookie: true,
        })
        // Data that another person has read in this tab must not be shown.
        queries.clear()
        await navigate({ href: next ?? '/', replace: true })
      }}
    >
      <Input label="E-mail address" name="email" type="email" autoComplete="username" required />
      <Input
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        hint="Forgot it? The operator of this server makes a link with its command people reset."
        required
      />
    </SignInForm>
  )
}

function leadOf(next: string | undefined, ended: string | undefined): string {
  if (ended !== undefined) return 'Your session has expired or was revoked. Sign in to return to your page.'
  return next ? 'Sign in to open your link.' : 'Test results of your organization.'
}
