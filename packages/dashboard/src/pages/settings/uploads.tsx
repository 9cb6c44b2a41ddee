import { useInfiniteQuery } from '@tanstack/react-query'
import { listOf } from '../../data/settings.ts'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { number } from '../../parts/words.ts'
import { Entries } from './entries.tsx'
import type { SettingsProps } from './settings-page.tsx'

/** Uploads that the server refused: why results are missing. */
export function Uploads({ organization }: SettingsProps) {
  const read = useInfiniteQuery(listOf(organization, 'listRefusedUploads', {}))
  return (
    <Section
      title="Refused uploads"
      about="Uploads that the server refused although their key was valid, with the message that the client received. The list keeps the newest 100 kinds. Uploads with an unknown or revoked key belong to no organization and are not listed."
    >
      <Entries
        read={read}
        idOf={({ id }) => id}
        empty={{
          icon: 'passed',
          title: 'No upload was refused',
          words: <p>If results are missing, check the log of the job: it may never have sent them.</p>,
        }}
      >
        {({ door, code, message, credential, count, firstAt, lastAt }) => (
          <div className="entry">
            <span className="about">
              <span className="name">{message}</span>
              <span className="under">
                <code>{door}</code> · {code} · {credential}
              </span>
            </span>
            <span className="told">
              <span>
                <Time at={lastAt} />
              </span>
              {count > 1 && (
                <span>
                  First <Time at={firstAt} />
                </span>
              )}
            </span>
            <span className="actions muted">{count > 1 && `at least ${number(count)} times`}</span>
          </div>
        )}
      </Entries>
    </Section>
  )
}
