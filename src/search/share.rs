//! Several threads on one position: the moves that are left are shared with
//! whoever has nothing to do.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::node::{Node, Remembered, Round, Searcher};
use super::order::{Child, Children};
use super::params;
use super::probcut::Confidence;
use crate::crew::Split;

/// A position whose first moves have been searched, and the others not.
pub(super) struct Job<W> {
    empties: u32,
    depth: u32,
    ply: u32,
    /// The question is whether it scores more than this.
    alpha: i32,
    confidence: Confidence,
    nested: u32,
    children: Vec<Child<W>>,
    round: Mutex<Round>,
    /// Someone had to give up, so there is no result.
    failed: AtomicBool,
}

impl<W> Job<W> {
    fn round<T>(&self, with: impl FnOnce(&mut Round) -> T) -> T {
        with(&mut self.round.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<W: Remembered> Searcher<'_, W> {
    /// Whether someone would be glad of the moves that are left.
    pub(super) fn shares(&self, node: Node<'_, W>) -> bool {
        node.depth >= params::SHARED_FROM && node.window.is_null() && self.common.crew.wanted()
    }

    /// Has the moves that are left searched by everybody.
    pub(super) fn share(
        &mut self,
        node: Node<'_, W>,
        children: &mut Children<W>,
        round: &mut Round,
    ) {
        let mut left = Vec::new();
        while let Some(child) = children.next() {
            left.push(*child);
        }
        let moves = left.len();
        let job = Job {
            empties: node.empties,
            depth: node.depth,
            ply: node.ply,
            alpha: node.window.alpha,
            confidence: self.confidence,
            nested: self.nested,
            children: left,
            round: Mutex::new(round.clone()),
            failed: AtomicBool::new(false),
        };
        let crew = &self.common.crew;
        let split = crew.share(job, moves, self.split.as_ref());
        self.work_on(&split);
        crew.gather(&split, |below| self.work_on(below));
        *round = split.job.round(|round| round.clone());
        self.spent |= split.job.failed.load(Ordering::Relaxed);
        self.stopped = self.is_useless();
    }

    /// Searches moves of a shared position until none is left.
    pub(super) fn work_on(&mut self, split: &Arc<Split<Job<W>>>) {
        let job = &split.job;
        let before = (self.confidence, self.nested);
        (self.confidence, self.nested) = (job.confidence, job.nested);
        let outer = self.split.replace(Arc::clone(split));
        self.stopped = self.is_useless();
        while !self.stopped
            && let Some(index) = split.next()
        {
            let child = &job.children[index];
            let tried = job.round(|round| round.tried);
            let late = self.comes_late(job.depth, job.empties, tried);
            let score = self.probe_child(&child.scene, job.depth, job.ply, job.alpha, late);
            if self.stopped {
                job.failed.fetch_or(self.spent, Ordering::Relaxed);
            } else if job.round(|round| {
                round.learn(child.square, score);
                round.is_cut()
            }) {
                split.cut();
            }
        }
        self.split = outer;
        (self.confidence, self.nested) = before;
        self.stopped = self.is_useless();
    }

    /// Whether what this thread is searching has no use any more.
    pub(super) fn is_useless(&self) -> bool {
        self.spent || self.split.as_ref().is_some_and(|split| split.is_cut())
    }
}
