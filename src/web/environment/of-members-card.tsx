import { Card } from '#web/ui/card.tsx'

/** In place of what a logical environment takes from those that it includes. */
export const OfMembersCard = (props: { title: string; advice: string }) => (
  <Card
    title={props.title}
    answer={`A logical environment has the verdict of its worst member. ${props.advice}`}
  >
    <p className="pb-3" />
  </Card>
)
