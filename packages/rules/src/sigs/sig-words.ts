// The words of directions: what may be typed for each unit, route, frequency and time, and how a patient reads it.
export { DOSE_UNITS, type DoseUnit, type DoseUnitName } from './words/dose-units.ts';
export { DIRECTED_BY, type DirectedBy, REFUSED_WORDS } from './words/refused.ts';
export { ACTIONS, type Action, actionWords, ROUTES, type Route, type RouteName } from './words/routes.ts';
export { SITES, type SiteName } from './words/sites.ts';
export {
  FREQUENCIES,
  type FrequencyName,
  MOMENTS,
  type Moment,
  momentWords,
  type NamedFrequency,
  TIMINGS,
  type TimingName,
  WEEKDAYS,
  type Weekday,
} from './words/times.ts';
