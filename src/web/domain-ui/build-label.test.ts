import { expect, test } from 'vitest'
import { buildLabel } from './build-label.ts'

test.each([
  ['https://gitlab.example/shop/web/-/pipelines/480703', 'Pipeline 480703'],
  ['https://github.com/shop/web/actions/runs/17/job/3', 'Run 17'],
  ['https://ci.example/job/web/4/', 'Build 4'],
  ['https://ci.example/web?build=4', 'Build'],
])('%s is called %s', (url, label) => {
  expect(buildLabel(new URL(url))).toBe(label)
})
