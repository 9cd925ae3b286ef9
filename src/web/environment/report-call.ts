import {
  reportAzureApps,
  reportCloudRun,
  reportDocker,
  reportEcs,
  reportK8s,
  reportLambda,
  reportS3,
  reportServer,
} from '#contract/environment/environment-report.ts'
import type { PhysicalType } from '#contract/environment/environment-type.ts'
import { curl } from '#web/api/curl.ts'

/** What every reported instance says: its artifacts, and when it started. */
const instance = {
  digests: { 'shop:1.0': '$FINGERPRINT' },
  creationTimestamp: Math.floor(Date.now() / 1_000),
}

/** The call that reports one running artifact to an environment of a type. */
export function reportCall(org: string, env_name: string, type: PhysicalType): string {
  const params = { org, env_name }
  const plain = { params, body: { artifacts: [instance] } }
  switch (type) {
    case 'K8S':
      return curl(reportK8s, {
        params,
        body: { artifacts: [{ podName: 'shop-1', namespace: 'default', ...instance }] },
      })
    case 'ECS':
      return curl(reportEcs, {
        params,
        body: {
          artifacts: [
            { taskArn: 'task-1', cluster_name: 'main', service_name: 'shop', ...instance },
          ],
        },
      })
    case 'azure-apps':
      return curl(reportAzureApps, {
        params,
        body: {
          artifacts: [
            { app_name: 'shop', app_kind: 'app,linux', digests_source: 'acr', ...instance },
          ],
        },
      })
    case 'cloud-run':
      return curl(reportCloudRun, {
        params,
        body: { artifacts: [{ kind: 'service', serviceName: 'shop', ...instance }] },
      })
    case 'S3':
      return curl(reportS3, plain)
    case 'lambda':
      return curl(reportLambda, plain)
    case 'docker':
      return curl(reportDocker, plain)
    case 'server':
      return curl(reportServer, plain)
  }
}
