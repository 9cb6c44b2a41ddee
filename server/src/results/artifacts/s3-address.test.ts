import { expect, test } from 'vitest'
import { readS3Address } from './s3-address.ts'

test('an address names a bucket of Amazon’s in a region, or of another server', () => {
  expect(readS3Address('s3://my-bucket?region=eu-central-1')).toEqual({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'my-bucket',
    prefix: '',
  })
  expect(readS3Address('s3://b.2/of/svc/?endpoint=http://minio:9000')).toEqual({
    endpoint: 'http://minio:9000',
    region: 'us-east-1',
    bucket: 'b.2',
    prefix: 'of/svc/',
  })
  expect(readS3Address('s3://bucket/?region=auto&endpoint=https%3A%2F%2Fs3.example.com%2F')).toMatchObject({
    endpoint: 'https://s3.example.com',
    region: 'auto',
    prefix: '',
  })
})

test('nothing else is an address', () => {
  for (const text of [
    'https://bucket.s3.amazonaws.com',
    's3://bucket',
    's3://?region=eu-central-1',
    's3://Bucket?region=eu-central-1',
    's3://b?region=eu-central-1',
    's3://bucket?region=eu central',
    's3://bucket?region=evil.com/',
    's3://bucket?region=a&region=b',
    's3://bucket?region=a&prefix=b',
    's3://bucket?endpoint=s3.example.com',
    's3://bucket?endpoint=https://s3.example.com/path',
    's3://bucket?endpoint=https://key:secret@s3.example.com',
    's3://bucket/a//b?region=a',
    's3://bucket/../b?region=a',
    's3://bucket/ä?region=a',
    's3://bucket/a b?region=a',
  ])
    expect(readS3Address(text), text).toBeNull()
})
