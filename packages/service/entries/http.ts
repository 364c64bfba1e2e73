// What other packages are offered of http.

/** Serves the built elements at `/elements/<version>/…`: any page may load them, nobody may change them. */
export { elementFiles } from '../src/http/files/element-files.ts';

/** Serves the prescriber portal: one page at every address below `/portal/`, its files, and through which application it signs people in. */
export { portalFiles } from '../src/http/files/portal-files.ts';
/** Figures of the running service for Prometheus: for the reference and for checks of dashboards and alerts. */
export { createMetrics } from '../src/http/metrics/metrics.ts';
/** Takes operators' commands on this machine while the service holds the embedded store, which no other process can open then. */
export {
  LISTENER_FILE,
  type ListenerFile,
  type MaintenanceAct,
} from '../src/http/operator-listener.ts';
