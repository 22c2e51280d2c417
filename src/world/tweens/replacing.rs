//! Newer tweens replace older ones that change the same property.

use super::list::Tweens;
use super::timeline::PartState;

impl Tweens {
    /// Lists a part that begins in this step.
    pub(super) fn list_beginning(&mut self, part: usize, timeline: usize) {
        let code = self.parts[part].code();
        let [part, timeline] =
            [part, timeline].map(|index| u32::try_from(index).unwrap_or(u32::MAX));
        self.beginning.push((code, part, timeline));
    }

    /// Drops the parts of older tweens that change the same values as the listed parts.
    pub(super) fn replace_older(&mut self) {
        if self.beginning.is_empty() {
            return;
        }
        // Sorted, because thousands of parts may begin in one step.
        self.beginning.sort_unstable();
        let mut first = 0;
        for (index, timeline) in self.timelines.iter().enumerate() {
            let parts = first..first + timeline.parts as usize;
            first = parts.end;
            for at in parts {
                let code = self.parts[at].code();
                let from = self.beginning.partition_point(|&(other, ..)| other < code);
                let same = self.beginning[from..].iter();
                let mut same = same.take_while(|&&(other, ..)| other == code);
                let replaces = |&(_, part, newer): &(u64, u32, u32)| {
                    newer as usize > index && self.parts[part as usize].shares(&self.parts[at])
                };
                if same.any(replaces) {
                    self.parts[at].state = PartState::Dropped;
                }
            }
        }
        self.beginning.clear();
        self.drop_replaced();
    }
}
