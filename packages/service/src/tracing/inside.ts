// The light door of the room `tracing`: what may be set, without loading what sends.
export { SAMPLERS, type TraceSettings } from './settings.ts';
