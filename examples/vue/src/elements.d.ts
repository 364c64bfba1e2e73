// Tells Vue's templates the tags, attributes, properties and events of the elements.
import type {} from '@pestle/elements/vue';
