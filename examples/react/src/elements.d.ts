// Tells React's JSX the tags, attributes, properties and events of the elements.
import type {} from '@pestle/elements/react';
