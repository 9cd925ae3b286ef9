import { expect, test } from 'vitest'
import { deviceOf } from './sessions-card.tsx'

test.each([
  [null, 'Unknown device'],
  ['', 'Unknown device'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605.1', 'Safari on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140 Safari/604', 'Chrome on iOS'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'Firefox on Android'],
  ['Firefox/1', 'Firefox'],
  ['some-script/1.0', 'some-script/1.0'],
])('%s is %s', (agent, text) => {
  expect(deviceOf(agent)).toBe(text)
})
